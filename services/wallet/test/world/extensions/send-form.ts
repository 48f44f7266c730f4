import type { World } from '../open-world.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** For tests: sends a form as a browser without JavaScript does. */
export async function sendForm(world: World, url: string, fields: string) {
  const { statusCode: status, headers } = await world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': FORM },
    payload: fields,
  })
  return { status, headers }
}
