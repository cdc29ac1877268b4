// The compiler's own defaults, and runes everywhere.
export default {
  compilerOptions: { runes: true },
};
