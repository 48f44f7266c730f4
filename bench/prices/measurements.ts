import { median } from '../median.ts'

export interface Measurement {
  readonly round: number
  readonly path: string
  readonly server: string
  readonly cpuMicrosecondsPerRequest: number
  readonly requestsPerSecond: number
}

/** The median ratio of CPU time per request. Ratios are taken within a round, so that a slow minute affects both servers. */
export function medianRatio(all: readonly Measurement[], path: string, server: string, baseline: string): number {
  const ratios = pick(all, path, server).map(({ round, cpuMicrosecondsPerRequest }) => {
    const base = pick(all, path, baseline).find((other) => other.round === round)
    return cpuMicrosecondsPerRequest / (base?.cpuMicrosecondsPerRequest ?? Number.NaN)
  })
  return median(ratios)
}

/** The table of docs/benchmarks.md; `servers` in the order of its rows. */
export function toMarkdown(all: readonly Measurement[], servers: readonly string[], baseline: string): string {
  const paths = [...new Set(all.map(({ path }) => path))]
  const rows = paths.flatMap((path) =>
    servers.map((server) => {
      const own = pick(all, path, server)
      const cpu = median(own.map(({ cpuMicrosecondsPerRequest }) => cpuMicrosecondsPerRequest))
      const ratio = medianRatio(all, path, server, baseline)
      const speed = median(own.map(({ requestsPerSecond }) => requestsPerSecond))
      return `| \`${path}\` | ${server} | ${cpu.toFixed(1)} | ${ratio.toFixed(2)} | ${Math.round(speed)} |`
    }),
  )
  return ['| route | server | CPU µs/request | ratio to bare | requests/s |', '|---|---|--:|--:|--:|', ...rows].join(
    '\n',
  )
}

function pick(all: readonly Measurement[], path: string, server: string): Measurement[] {
  return all.filter((one) => one.path === path && one.server === server)
}
