// The real server: the `otrera` binary on a free port of the loopback with a store of its own.

import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILDS = ["release", "debug"].map((profile) => join(ROOT, "target", profile, "otrera"));

/** The built page; `OTRERA_WEB` names another folder than the usual one, or none for the page in the binary. */
const WEB = process.env["OTRERA_WEB"] ?? join(ROOT, "web/dist");

function binary(): string {
  const found = process.env["OTRERA_BIN"] ?? BUILDS.find((path) => existsSync(path));
  if (!found) throw new Error("no otrera binary: run `cargo build -p otrera` or set OTRERA_BIN");
  return found;
}

/** A port that nobody listened on a moment ago. */
function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? settle(address.port) : fail(new Error("no port"))));
    });
  });
}

export class TestServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "otrera-e2e-"));
  #process: ChildProcess | null = null;
  #said = "";

  private constructor(
    readonly port: number,
    readonly options: string[],
  ) {}

  static async start(options: string[] = []): Promise<TestServer> {
    const server = new TestServer(await freePort(), options);
    await server.start();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the binary (again) on the same port and the same store, and waits until it answers. */
  async start(): Promise<void> {
    const store = join(this.#folder, "games.sqlite");
    const options = ["serve", "--no-open", "--port", String(this.port), "--store", store, ...(WEB ? ["--web", WEB] : []), ...this.options];
    const child = spawn(binary(), options, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const hear = (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-4000));
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`otrera ended with ${child.exitCode}:\n${this.#said}`);
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.address}/api/version`)).ok;
    } catch {
      await new Promise((settle) => setTimeout(settle, 20));
      return false;
    }
  }

  /** Ends the binary as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((settle) => child.once("exit", settle));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks the API. */
  async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const init: RequestInit = { method, headers: { "content-type": "application/json" } };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(`${this.address}/api${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}
