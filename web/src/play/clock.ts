// The words of a chess clock.

/** A time left in milliseconds as people read it: `1:05:09`, `4:07`, and tenths under ten seconds: `0:09.3`. */
export function clockWords(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  // Until a whole second is gone it is still shown: the clock of 5 minutes begins with 5:00.
  const seconds = Math.ceil(left / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
