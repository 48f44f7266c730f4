import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { type MetricDescription, type MetricSample, registerMetric } from '@satchel/http/reports/register-metric'
import type { FairLane } from './fair-lane.ts'

/** The due work of a lane, by the database. */
export interface LaneBacklog {
  readonly lane: string
  readonly waiting: number
  /** Unix milliseconds. */
  readonly oldestDueAt: number
}

type Lane = Pick<FairLane, 'name' | 'running' | 'passedOver'>

export interface LaneMetricsDeps {
  readonly lanes: readonly Lane[]
  readonly listBacklogs: () => Promise<readonly LaneBacklog[]>
  readonly clock: () => number
}

/** Minimum interval of the query, however often `/metrics` is scraped. */
const READ_EVERY_MS = 5000

/** The background work as `/metrics` shows it. */
export function registerLaneMetrics(
  metrics: Pick<HttpMetrics, 'registry'>,
  { lanes, listBacklogs, clock }: LaneMetricsDeps,
): void {
  const metric = (name: string, type: 'gauge' | 'counter', help: string, read: MetricDescription['read']): void =>
    registerMetric(metrics, { name, type, help, read })
  const ofEach = (read: (lane: Lane) => number) => async (): Promise<MetricSample[]> =>
    lanes.map((lane) => ({ labels: { lane: lane.name }, value: read(lane) }))
  let known: Promise<readonly LaneBacklog[]> = Promise.resolve([])
  let readAt = Number.NEGATIVE_INFINITY
  const readBacklogs = (): Promise<readonly LaneBacklog[]> => {
    if (clock() - readAt >= READ_EVERY_MS) {
      readAt = clock()
      // An unreachable database must not fail the other metrics.
      known = listBacklogs().catch(() => [])
    }
    return known
  }
  const ofBacklogs = (read: (backlog: LaneBacklog) => number) => async (): Promise<MetricSample[]> => {
    const backlogs = new Map((await readBacklogs()).map((backlog) => [backlog.lane, backlog]))
    return lanes.map(({ name }) => {
      const backlog = backlogs.get(name)
      return { labels: { lane: name }, value: backlog === undefined ? 0 : read(backlog) }
    })
  }
  metric(
    'satchel_lane_running',
    'gauge',
    'Background work that is running, by lane.',
    ofEach((lane) => lane.running()),
  )
  metric(
    'satchel_lane_passed_over_total',
    'counter',
    'How often an account, or its due work, was passed over because it had all its slots, by lane.',
    ofEach((lane) => lane.passedOver()),
  )
  metric(
    'satchel_lane_waiting',
    'gauge',
    'Background work that is due, by lane.',
    ofBacklogs(({ waiting }) => waiting),
  )
  metric(
    'satchel_lane_oldest_seconds',
    'gauge',
    'For how long the oldest due work has waited, by lane.',
    ofBacklogs(({ oldestDueAt }) => Math.max(0, (clock() - oldestDueAt) / 1000)),
  )
}
