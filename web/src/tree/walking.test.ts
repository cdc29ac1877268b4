import { beforeAll, expect, it, vi } from "vitest";

import { walk } from "./walking";

// There is no page in these tests: no key is pressed in a field.
beforeAll(() => void vi.stubGlobal("Element", class {}));

function session() {
  return { back: vi.fn(), forward: vi.fn(), sibling: vi.fn(), first: vi.fn(), last: vi.fn(), flip: vi.fn() };
}

function press(key: string, parts: Partial<KeyboardEvent> = {}): KeyboardEvent {
  return { key, defaultPrevented: false, preventDefault: vi.fn(), target: null, ...parts } as unknown as KeyboardEvent;
}

it.each([
  ["ArrowLeft", "back", []],
  ["ArrowRight", "forward", []],
  ["ArrowUp", "sibling", [-1]],
  ["ArrowDown", "sibling", [1]],
  ["Home", "first", []],
  ["End", "last", []],
  ["F", "flip", []],
] as const)("%s calls %s", (key, name, values) => {
  const walker = session();
  const event = press(key);
  expect(walk(event, walker)).toBe(true);
  expect(walker[name].mock.calls).toEqual([values]);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

it("leaves other keys, and those of the browser, alone", () => {
  const walker = session();
  for (const event of [press("h"), press("f", { ctrlKey: true }), press("End", { defaultPrevented: true })]) {
    expect(walk(event, walker)).toBe(false);
    expect(event.preventDefault).not.toHaveBeenCalled();
  }
  for (const step of Object.values(walker)) expect(step).not.toHaveBeenCalled();
});
