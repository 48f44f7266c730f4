import { hash, randomUUID } from 'node:crypto'
import type { World } from '../open-world.ts'
import { writeDirectly } from '../write-directly.ts'
import { APP_HEADERS } from './open-browser.ts'

/** A session of a user who has no password to log in with: its id, its cookie, and the headers of a page of ours. */
export async function openSession(world: World, { userId }: { readonly userId: string }) {
  const [id, value] = [randomUUID(), randomUUID()]
  const now = world.nowSeconds()
  await writeDirectly(
    world,
    `INSERT INTO sessions (id, digest, user_id, token_version, created_at, last_used_at, proven_at, address, agent)
     SELECT '${id}', '${hash('sha256', value)}', id, token_version, ${now}, ${now}, ${now}, '127.0.0.1', 'a browser'
     FROM users WHERE id = '${userId}'`,
  )
  const cookie = `satchel=${value}`
  return { id, cookie, headers: { ...APP_HEADERS, cookie } }
}
