import { describeOwner } from '@satchel/extension-sdk/owner/describe-owner'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { OwnerDescription } from '@satchel/extension-sdk/owner/owner-description'
import type { Language } from '@satchel/page/languages'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
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
  summary: 'What the owner’s pages of an extension are made of',
  description:
    'Fields with types, bounds and labels, lists, actions and links, for programs that draw forms. The same for every account. 404 when it is not on this server, is switched off, or its code cannot run.',
  params: Type.Object({
    ext_id: Type.String({ minLength: 1, maxLength: 64, description: 'Which extension.', examples: ['lnurlp'] }),
  }),
  querystring: Type.Object({
    language: Type.Optional(AskedLanguage),
    wallet_id: Type.Optional(Type.String({ maxLength: 64, description: 'Has no effect.' })),
  }),
  response: {
    200: schemaRef(ExtensionDescription, 'In that language.'),
  },
} as const
