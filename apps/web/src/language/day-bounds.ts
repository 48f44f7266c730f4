/** Unix seconds of the first and last moment of local days such as `2026-11-23`. */
export function dayBounds({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  from?: number
  to?: number
} {
  return {
    ...(from !== undefined && { from: Math.max(0, midnight(from)) }),
    ...(to !== undefined && { to: Math.max(0, midnight(to, 1) - 1) }),
  }
}

/** Days are counted by the calendar, because a change to summer time may skip midnight. */
function midnight(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000)
}
