/** The part of a catalogue for all places but Home (vite.config.ts). */
declare module '*.json?places' {
  const texts: Readonly<Record<string, string>>
  export default texts
}

/** The part of a catalogue for administration. */
declare module '*.json?admin' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
