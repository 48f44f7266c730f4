/** Unix seconds of the first and the last moment of days of the calendar on this device, `2026-11-23`. */
export function dayBounds({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  from?: number
  to?: number
} {
  return {
    ...(from !== undefined && { from: Math.max(0, midnight(from)) }),
    ...(to !== undefined && { to: Math.max(0, midnight(to, 1) - 1) }),
  }
}

/** The clock may be put forward at midnight, so that days are counted by the calendar. */
function midnight(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000)
}
