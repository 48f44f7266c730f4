import type { World } from '../open-world.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** For tests: as a browser sends a form without JavaScript. */
export async function sendForm(world: World, url: string, fields: string) {
  const { statusCode: status, headers } = await world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': FORM },
    payload: fields,
  })
  return { status, headers }
}
