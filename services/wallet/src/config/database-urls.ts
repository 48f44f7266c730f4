import { text } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'

export interface DatabaseUrls {
  readonly databaseUrl: string
  /** URL of a PostgreSQL standby, for lists. */
  readonly replicaUrl: string | undefined
}

export const DATABASES = {
  url: text('SERVICE_DATABASE_URL', '`sqlite://PATH` or `postgres://USER@HOST[,HOST2]/DATABASE`.', {
    varies: 'SQLite in the data folder',
    secret: 'password',
  }),
  replicaUrl: text(
    'SERVICE_DATABASE_REPLICA_URL',
    'A standby of that PostgreSQL, from which lists and exports are read.',
    { secret: 'password' },
  ),
}

export function readDatabaseUrls(read: Reader, dataFolder: string, problems: string[]): DatabaseUrls {
  const databaseUrl = read(DATABASES.url, `sqlite://${dataFolder}/satchel.db`)
  if (!/^(sqlite:\/\/.|postgres(ql)?:\/\/.)/.test(databaseUrl))
    problems.push('SERVICE_DATABASE_URL: must be sqlite://PATH or postgres://USER@HOST[,HOST2]/DATABASE')
  const replicaUrl = read(DATABASES.replicaUrl)
  if (replicaUrl === undefined) return { databaseUrl, replicaUrl }
  if (!/^postgres(ql)?:\/\/[^,]+$/.test(replicaUrl))
    problems.push('SERVICE_DATABASE_REPLICA_URL: must be postgres://USER@HOST/DATABASE, with one host')
  if (databaseUrl.startsWith('sqlite:'))
    problems.push('SERVICE_DATABASE_REPLICA_URL: needs PostgreSQL in SERVICE_DATABASE_URL')
  return { databaseUrl, replicaUrl }
}
