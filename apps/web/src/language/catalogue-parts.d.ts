/** The part of a catalogue that places other than the first need (vite.config.ts). */
declare module '*.json?places' {
  const texts: Readonly<Record<string, string>>
  export default texts
}

/** The part that administrators need. */
declare module '*.json?admin' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
