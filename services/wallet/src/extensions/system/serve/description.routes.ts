import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { describeOwner } from '@satchel/extension-sdk/owner/describe-owner'
import type { OwnerDescription } from '@satchel/extension-sdk/owner/owner-description'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import type { Language } from '@satchel/page/languages'
import { Type } from 'typebox'
import type { SystemDeps } from '../installing/bring-package.ts'
import { notThere } from '../installing/use-extension.ts'
import { AskedLanguage, ExtensionDescription } from './description-schemas.ts'

/** The owner's pages of an extension as data, for the web app and other programs that draw forms (decision 0047). */
export function descriptionRoutes(app: HttpApp, { present }: SystemDeps): void {
  const describe = createDescriptions()
  app.get(
    '/api/v1/extension/:ext_id/description',
    { config: { access: 'invoice-key' }, schema: DESCRIBE },
    async (request) => {
      const known = present.find(request.params.ext_id.toLowerCase())
      if (known === undefined || !known.available) throw notThere()
      return describe(known.definition, request.query.language ?? 'en') as unknown as ExtensionDescription
    },
  )
}

/** Each definition is described once in each language; another version of a package is another definition. */
function createDescriptions() {
  const known = new WeakMap<AnyExtension, Partial<Record<Language, OwnerDescription>>>()
  return (definition: AnyExtension, language: Language): OwnerDescription => {
    const described = known.get(definition) ?? {}
    known.set(definition, described)
    return (described[language] ??= describeOwner(definition, language))
  }
}

const DESCRIBE = {
  operationId: 'describeExtension',
  tags: ['extensions'],
  summary: 'Read the description of the owner pages of an extension',
  description:
    'Fields with types, bounds and labels, lists, actions and links, for programs that render forms. The same for each account. 404 if it is not installed on this server, is disabled, or its code cannot run.',
  params: Type.Object({
    ext_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the extension.', examples: ['lnurlp'] }),
  }),
  querystring: Type.Object({
    language: Type.Optional(AskedLanguage),
    wallet_id: Type.Optional(Type.String({ maxLength: 64, description: 'Ignored.' })),
  }),
  response: {
    200: schemaRef(ExtensionDescription, 'Description in that language.'),
  },
} as const
