// Somebody with a browser: Debian's Chromium, a desktop or a phone, by day or by night. Whatever the page complains about
// in its console, and whatever it asks of another host, is kept and fails the test.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1100 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof SIZES;

/** What is tested at the size of a desk is tested at the size of a hand. */
export const BOTH_SIZES = ["desktop", "phone"] as const satisfies Size[];
export type Theme = "light" | "dark";

/** How a visitor looks at the page. */
export interface Look {
  size?: Size;
  theme?: Theme;
  /** Whether things may move; most tests have no time for it. */
  moves?: boolean;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? PLACES.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Chromium: `apt-get install chromium` or set CHROMIUM");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

export class Visitor {
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly home: string,
  ) {}

  static async come(browser: Browser, home: string, { size = "desktop", theme = "light", moves = false }: Look): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: SIZES[size],
      hasTouch: size === "phone",
      isMobile: size === "phone",
      colorScheme: theme,
      reducedMotion: moves ? "no-preference" : "reduce",
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const visitor = new Visitor(context, await context.newPage(), home);
    visitor.#listen();
    return visitor;
  }

  #listen(): void {
    this.page.setDefaultTimeout(30_000);
    this.page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    this.page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(`console: ${message.text()}`);
    });
    this.page.on("request", (request) => {
      const address = request.url();
      if (!address.startsWith(this.home) && !/^(data|blob):/.test(address)) this.complaints.push(`asked ${address}`);
    });
  }

  /** Forgives complaints that a test has caused on purpose. */
  forgive(pattern: RegExp): void {
    const kept = this.complaints.filter((complaint) => !pattern.test(complaint));
    this.complaints.splice(0, this.complaints.length, ...kept);
  }

  async go(hash: string): Promise<void> {
    await this.page.goto(`${this.home}/${hash}`);
  }

  /** Goes away, and tells what there was to complain about. */
  async leave(): Promise<string[]> {
    await this.context.close();
    return this.complaints;
  }

  /** Waits until something is so in the page; the condition is looked at with every frame. */
  async until<Argument>(condition: (argument: Argument) => unknown, argument: Argument): Promise<void> {
    await this.page.waitForFunction(condition as (argument: unknown) => unknown, argument, { polling: "raf" });
  }

  /** What axe finds to be a serious or critical fault. */
  async faults(): Promise<string[]> {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const axe = (window as unknown as { axe: { run: (where: Document) => Promise<AxeResult> } }).axe;
      const { violations } = await axe.run(document);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`));
    });
  }
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Evaluated by the debugger's protocol, so that the page's own policy stays in force. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
