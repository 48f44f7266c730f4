/** Unix seconds of an ISO 8601 time. */
export const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
