/** The only source of the time of day: Unix milliseconds. Injected, so that tests can stop it. */
export type Clock = () => number

export const unixSeconds = (clock: Clock): number => Math.floor(clock() / 1000)
