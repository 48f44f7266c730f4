/** The one way to the time of day: Unix milliseconds. Passed in, so that tests can hold it still. */
export type Clock = () => number

export const unixSeconds = (clock: Clock): number => Math.floor(clock() / 1000)
