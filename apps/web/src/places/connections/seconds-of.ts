/** Unix seconds of ISO 8601. */
export const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
