/** The API of a running Satchel, as its super user. */
export interface Satchel {
  readonly url: string
  /** Installs or upgrades to a version that lies in its folder of packages. */
  install(id: string, version: string): Promise<void>
  /** Removes the extension, and what this account keeps in it. */
  remove(id: string): Promise<void>
}

export interface Account {
  readonly url: string
  readonly username: string
  readonly password: string
}

interface Answer {
  readonly status: number
  readonly body: { readonly detail?: unknown; readonly code?: unknown; readonly access_token?: string }
}

export function openSatchel({ url, username, password }: Account): Satchel {
  let token: string | undefined
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}${path}`, request).catch(() => {
      throw new Error(`${url} does not answer: start Satchel there, and save a file to try again`)
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  const logIn = async (): Promise<void> => {
    token = undefined
    const { status, body } = await send('POST', '/api/v1/auth', { username, password })
    if (status !== 200) throw new Error(`SATCHEL_USERNAME cannot log in at ${url}: ${detailOf(body)}`)
    token = body.access_token
  }
  /** Logs in again once if the token has expired. */
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    if (token === undefined) await logIn()
    const answer = await send(method, path, body)
    if (answer.status !== 401) return answer
    await logIn()
    return send(method, path, body)
  }
  const must = (answer: Answer): void => {
    if (answer.status >= 300) throw new Error(detailOf(answer.body))
  }
  return {
    url,
    async install(id, version) {
      // All permissions are allowed, because the author of the version has just written them.
      const body = { ext_id: id, source_repo: 'local', version, accept_permissions: true }
      const answer = await call('POST', '/api/v1/extension', body)
      if (answer.body.code !== 'extension_off') return must(answer)
      // Activates it again: too many errors of the previous version may have disabled it.
      must(await call('POST', '/admin/api/v1/extensions', { extension: id, active: true }))
      must(await call('POST', '/api/v1/extension', body))
    },
    async remove(id) {
      must(await call('DELETE', `/api/v1/extension/${id}?purge=true`))
      const { status, body } = await call('POST', '/admin/api/v1/extensions', { extension: id, remove: true })
      if (status >= 300 && status !== 404) throw new Error(detailOf(body))
    },
  }
}

const detailOf = ({ detail }: Answer['body']): string => (typeof detail === 'string' ? detail : JSON.stringify(detail))
