import type { Readable } from 'node:stream'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { ServiceError } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { type BackupConfig, isSqlite, makeBackup } from './make-backup.ts'
import { noteBackup } from './note-backup.ts'

export interface BackupRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly version: string
  readonly backedUp: BackupConfig
}

/** The archive of `npm run backup`, for the super user (rule S530). */
export function backupRoutes(app: HttpApp, { db, clock, version, backedUp }: BackupRoutesDeps): void {
  app.get(
    '/admin/api/v1/backup',
    { config: { access: 'super-user', grantsAccess: true }, schema: DOWNLOAD },
    async (request, reply) => {
      if (!isSqlite(backedUp)) {
        throw new ServiceError({
          status: 501,
          detail:
            "PostgreSQL is backed up by its own tools: run `npm run backup -- FILE` where the service's configuration is.",
        })
      }
      const now = new Date(clock())
      // First, because this write fails if the file at the path, which is copied, is not the open one.
      await db.transact(noteBackup, { actor: actorOf(request), at: unixSeconds(clock) })
      const archive = await makeBackup({ config: backedUp, version, now, env: {} })
      const name = `satchel-backup-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`
      return reply
        .type('application/gzip')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(archive)
    },
  )
}

const DOWNLOAD = {
  operationId: 'downloadBackup',
  tags: ['admin'],
  summary: 'Download a backup',
  description:
    'All data for a new machine, with the secrets of the data folder: anyone who has the archive can take the money. Created while the service runs, and restored with `npm run restore -- FILE`. 501 with PostgreSQL, which is backed up with `npm run backup -- FILE`.',
  response: {
    200: {
      description: 'Tar archive, compressed with gzip.',
      content: { 'application/gzip': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
    },
    501: schemaRef(ErrorBody, 'The database is PostgreSQL.'),
  },
} as const
