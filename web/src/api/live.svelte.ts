// The one live socket of the page. It comes back by itself; whoever needs it tells the server again then (`onOpen`).

import { untrack } from "svelte";

import type { ClientMessage, ServerMessage } from "./types";

/** A frame from the server; `analysis` carries the fields of the JSON analysis protocol. */
export type Frame = ServerMessage;

export type LiveState = "connecting" | "open" | "lost";

type Listener = (frame: Frame) => void;

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;
const PING_MS = 25_000;

/** The socket of this page: `live.listen(frame => ...)`, `live.onOpen(() => ...)`, `live.send({...})`. */
export class LiveSocket {
  state = $state<LiveState>("connecting");

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #listeners = new Set<Listener>();
  #reopened = new Set<() => void>();

  /** Opens the socket, so that `state` tells of the connection where no page listens. */
  connect(): void {
    this.#open();
  }

  /** Hears every frame until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#open();
    return () => this.#listeners.delete(listener);
  }

  /** Calls back each time that the socket is open (again), for questions that the server has to be asked anew. */
  onOpen(callback: () => void): () => void {
    this.#reopened.add(callback);
    // An effect that calls this depends on nothing that the callback reads.
    untrack(() => this.state === "open" && callback());
    return () => this.#reopened.delete(callback);
  }

  /** Sends a frame, and says whether there was a socket to send it on. */
  send(frame: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #open(): void {
    if (this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.#socket = socket;
    let pings: ReturnType<typeof setInterval> | undefined;
    socket.onopen = () => {
      this.state = "open";
      this.#wait = FIRST_WAIT_MS;
      let isAlive = true;
      pings = setInterval(() => {
        // The server answers every ping: silence means that the connection is dead, which the browser may never notice.
        if (!isAlive) return socket.close();
        isAlive = false;
        this.send({ type: "ping" });
      }, PING_MS);
      socket.addEventListener("message", () => (isAlive = true));
      for (const callback of this.#reopened) callback();
    };
    socket.onmessage = (event) => {
      const frame = JSON.parse(String(event.data)) as Frame;
      for (const listener of this.#listeners) listener(frame);
    };
    socket.onclose = () => {
      clearInterval(pings);
      this.#socket = null;
      this.state = "lost";
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }
}

export const live = new LiveSocket();
