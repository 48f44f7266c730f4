import type { Chance } from '../../services/wallet/test/simulation/chance.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Contender } from './open-contender.ts'
import type { KindsRun } from './requests.ts'
import type { WalletServer } from './wallet-server.ts'

/** Figures of one phase. What is per request is NaN in a phase without requests. */
export interface Figures extends Pick<KindsRun, 'latencies'> {
  readonly requestsPerSecond: number
  /** Microseconds per request: all processes of the service, the database server, the balancer and the pooler. */
  readonly serviceCpu: number
  readonly databaseCpu: number
  readonly frontCpu: number
  /** CPU of the service over time: 1 is one core. */
  readonly coreShare: number
  /** Bytes per request that PostgreSQL writes to its log, or the service with SQLite to its disk. */
  readonly writtenBytes: number
  /** The share of row changes that touched no index; NaN for SQLite. */
  readonly hotShare: number
  /** Resident memory at the end: the largest process of the service with its children. */
  readonly megabytes: number
  /** The first process of the turn, until its first answer. */
  readonly startMs: number
  readonly startCpuMs: number
}

/** A turn whose processes have started. */
export interface Run {
  readonly database: BenchDatabase
  readonly contender: Contender
  readonly servers: readonly WalletServer[]
  /** What clients connect to. */
  readonly ports: readonly number[]
  readonly frontPids: readonly number[]
  readonly chance: Chance
  /** Figures of the earlier phases, by name. */
  readonly figures: ReadonlyMap<string, Figures>
}
