import type { Reader } from '@satchel/http/environment'

export interface DatabaseUrls {
  readonly databaseUrl: string
  /** Of a PostgreSQL standby, for lists. */
  readonly replicaUrl: string | undefined
}

export function readDatabaseUrls(read: Reader, dataFolder: string, problems: string[]): DatabaseUrls {
  const databaseUrl = read.text('SERVICE_DATABASE_URL', `sqlite://${dataFolder}/satchel.db`)
  if (!/^(sqlite:\/\/.|postgres(ql)?:\/\/.)/.test(databaseUrl))
    problems.push('SERVICE_DATABASE_URL: must be sqlite://PATH or postgres://USER@HOST[,HOST2]/DATABASE')
  const replicaUrl = read.optional('SERVICE_DATABASE_REPLICA_URL')
  if (replicaUrl === undefined) return { databaseUrl, replicaUrl }
  if (!/^postgres(ql)?:\/\/[^,]+$/.test(replicaUrl))
    problems.push('SERVICE_DATABASE_REPLICA_URL: must be postgres://USER@HOST/DATABASE, with one host')
  if (databaseUrl.startsWith('sqlite:'))
    problems.push('SERVICE_DATABASE_REPLICA_URL: needs PostgreSQL in SERVICE_DATABASE_URL')
  return { databaseUrl, replicaUrl }
}
