import type { World } from '../open-world.ts'

export interface WorldAclToken {
  readonly aclId: string
  readonly tokenId: string
  readonly token: string
}

/** A new access list of the account of `by`, and a token for it. */
export async function makeAclToken(
  world: World,
  by: string,
  allowedEndpoints: readonly string[],
  more: object = {},
): Promise<WorldAclToken> {
  const list = { name: 'list', allowed_endpoints: allowedEndpoints }
  const acl = await world.call('POST', '/api/v1/auth/acls', { token: by, body: list })
  const made = await world.call('POST', `/api/v1/auth/acls/${acl.body.id}/tokens`, { token: by, body: more })
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  return { aclId: acl.body.id, tokenId: made.body.id, token: made.body.token }
}
