// Where the page is: the part of the address behind `#`, as words and questions. `#/game/7?node=12`.

export interface Route {
  /** The words between the slashes: `["game", "7"]`. Empty on the first page. */
  path: string[];
  query: URLSearchParams;
}

/** Reads an address's hash; whatever is not understood by a page is the first page's affair. */
export function parseHash(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { path: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

/** Writes an address: `href(["game", 7], { node: 12 })` is `#/game/7?node=12`. */
export function href(path: (string | number)[], query: Record<string, string | number> = {}): string {
  const words = path.map((word) => encodeURIComponent(word)).join("/");
  const questions = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return `#/${words}${questions ? `?${questions}` : ""}`;
}

class Router {
  route = $state.raw<Route>(parseHash(typeof location === "undefined" ? "" : location.hash));

  /** The section that the page belongs to, where the address does not say it: a page sets it while it is shown. */
  section = $state<string | null>(null);

  constructor() {
    if (typeof window !== "undefined") {
      window.addEventListener("hashchange", () => {
        const before = this.route.path.join("/");
        this.route = parseHash(location.hash);
        // Another page begins at its top; a browser scrolls by itself only where a document is loaded.
        if (this.route.path.join("/") !== before) window.scrollTo(0, 0);
      });
    }
  }

  /** Goes to an address made by {@link href}, as a step that the browser's back button takes back. */
  go(address: string): void {
    location.hash = address;
  }

  /** Changes the address without a step in the history, for what only names the state of a page. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.route = parseHash(address);
  }
}

export const router = new Router();
