// Small sounds, made on the spot: a soft wooden step, an arrow that lands, the end of a game. No files. A browser lets a
// page be heard after the first press on it, not before.

import { settings } from "./settings.svelte";

export type Sound = "move" | "won" | "lost" | "over";

let audio: { context: AudioContext; out: GainNode } | null = null;

/** Opens the way for sounds with the first press or key; called once, by the shell. */
export function listenForFirstPress(): void {
  for (const kind of ["pointerdown", "keydown"] as const) window.addEventListener(kind, wake, { once: true });
}

function wake(): void {
  if (audio || typeof AudioContext === "undefined") return;
  const context = new AudioContext();
  const out = context.createGain();
  // What is above a voice's pitch is taken off: soft, not sharp.
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = 1800;
  out.connect(filter).connect(context.destination);
  audio = { context, out };
}

/** Plays a sound, if the person wants any and has pressed something before. */
export function play(sound: Sound): void {
  if (settings.muted || settings.volume <= 0 || !audio) return;
  const { context, out } = audio;
  if (context.state === "suspended") void context.resume();
  // Loudness as it is heard grows with the square.
  out.gain.value = settings.volume ** 2;
  const start = context.currentTime + 0.01;
  switch (sound) {
    case "move":
      tap(start, 170, 0.5);
      tap(start + 0.28, 420, 0.3);
      break;
    case "won":
      [392, 494, 587, 784].forEach((pitch, index) => bell(start + 0.4 + index * 0.13, pitch));
      break;
    case "lost":
      [392, 330, 262].forEach((pitch, index) => bell(start + 0.4 + index * 0.18, pitch));
      break;
    case "over":
      [392, 494].forEach((pitch, index) => bell(start + 0.4 + index * 0.15, pitch));
      break;
  }
}

/** A knock on wood, `loudness` at its height. */
function tap(start: number, pitch: number, loudness: number): void {
  const tone = voice(start, start + 0.14, [
    [0.004, loudness],
    [0.12, 0.001],
  ]);
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + 0.09);
}

function bell(start: number, pitch: number): void {
  const tone = voice(start, start + 0.85, [
    [0.02, 0.22],
    [0.8, 0.001],
  ]);
  tone.frequency.value = pitch;
}

/** A tone whose loudness goes through `heights`: seconds after the start, and how loud. */
function voice(start: number, end: number, heights: [number, number][]): OscillatorNode {
  const { context, out } = audio!;
  const tone = context.createOscillator();
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  for (const [after, height] of heights) gain.gain.exponentialRampToValueAtTime(height, start + after);
  tone.connect(gain).connect(out);
  tone.start(start);
  tone.stop(end);
  return tone;
}
