import { afterEach, expect, it, vi } from "vitest";

import { ApiError, request, wordsOf } from "./client";

function answer(status: number, body: string): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

async function failure(): Promise<ApiError> {
  const error: unknown = await request("GET", "/games/7").then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

afterEach(() => vi.unstubAllGlobals());

it("asks under /api, with a JSON body where there is one", async () => {
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    asked.push([address, init]);
    return Promise.resolve(new Response('{"id":7}'));
  });
  expect(await request("POST", "/games", { board: "6x6" })).toEqual({ id: 7 });
  await request("GET", "/agents");
  expect(asked[0]).toMatchObject(["/api/games", { method: "POST", body: '{"board":"6x6"}' }]);
  expect(asked[0]?.[1].headers).toMatchObject({ "content-type": "application/json" });
  expect(asked[1]?.[1].body).toBeUndefined();
});

it("hands on the server's sentence and the field at fault", async () => {
  answer(422, '{"error":"a rank has 1 to 16 squares","field":"fen"}');
  expect(await failure()).toMatchObject({ message: "a rank has 1 to 16 squares", status: 422, field: "fen" });
});

it("says something also where no server of ours spoke", async () => {
  answer(502, "Bad gateway");
  expect(await failure()).toMatchObject({ message: "Bad gateway", status: 502, field: null });
  answer(500, "");
  expect((await failure()).message).toContain("500");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
  expect(await failure()).toMatchObject({ status: 0 });
  expect(wordsOf(await failure())).toBe("The connection to Otrera is lost.");
});
