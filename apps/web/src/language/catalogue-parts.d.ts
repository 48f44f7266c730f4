/** The part of a catalogue that places other than the first need (vite.config.ts). */
declare module '*.json?places' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
