import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { createHash } from 'node:crypto'
import type { PublishedRoute } from '../../access/published-routes.ts'
import { describePackage, type PackageSection } from './describe-package.ts'
import type { ServeDeps } from './serve-items.ts'

interface Described extends PackageSection {
  readonly adminOnly: boolean
}

/** What the manual says of the packages that are there, which come and go while the service runs (decision 0027). */
export interface PackageManual {
  /** Theirs, for access lists; those that only administrators use are for administrators. */
  listRoutes(isAdmin: boolean): Promise<readonly PublishedRoute[]>
  /** Adds to `/openapi.json` what everybody may use; before the routes are made. */
  addTo(app: HttpApp): void
}

/** Written down when somebody reads it, and anew when a package has come, changed or gone. */
export function createPackageManual(deps: ServeDeps): PackageManual {
  let described: Promise<readonly Described[]> | undefined
  let written: { readonly from: readonly Described[]; readonly text: string; readonly tag: string } | undefined
  deps.system.onChange(() => {
    described = undefined
  })
  const describeOne = createDescriptions(deps)
  const describe = (): Promise<readonly Described[]> => (described ??= describeAll(deps, describeOne))
  const write = async (document: string) => {
    const from = await describe()
    if (written?.from !== from) {
      const text = withSections(
        document,
        from.filter(({ adminOnly }) => !adminOnly),
      )
      written = { from, text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
    }
    return written
  }
  return {
    async listRoutes(isAdmin) {
      const seen = (await describe()).filter(({ adminOnly }) => isAdmin || !adminOnly)
      return seen.flatMap(({ routes }) => routes)
    },
    addTo(app) {
      app.addHook('onRoute', (route) => {
        if (route.url !== '/openapi.json') return
        const after = route.onSend === undefined ? [] : [route.onSend].flat()
        route.onSend = [
          async (request, reply, document) => {
            if (typeof document !== 'string' || reply.statusCode !== 200) return document
            const { text, tag } = await write(document)
            // It may be another one at any moment; who has this one already is told so.
            reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' })
            if (request.headers['if-none-match'] !== tag) return text
            reply.code(304)
            return ''
          },
          ...after,
        ]
      })
    },
  }
}

type DescribeOne = (definition: AnyExtension) => Promise<PackageSection | undefined>

/** One after another: each costs some 30 ms, in which others are served. */
async function describeAll({ system }: ServeDeps, describeOne: DescribeOne): Promise<readonly Described[]> {
  const described: Described[] = []
  for (const { definition, available, runtime, adminOnly } of system.list()) {
    const section = available && runtime === 'declarative' ? await describeOne(definition) : undefined
    if (section !== undefined) described.push({ ...section, adminOnly })
  }
  return described
}

/**
 * Each version of a package is written down once; it is data, so its text names it. One that cannot be described is left
 * out: the rest of the manual does not depend on it.
 */
function createDescriptions(deps: ServeDeps): DescribeOne {
  const known = new Map<string, { readonly text: string; readonly section: PackageSection | undefined }>()
  return async (definition) => {
    const { id } = definition.manifest
    const text = JSON.stringify(definition)
    const before = known.get(id)
    if (before?.text === text) return before.section
    const section = await describePackage(definition, deps).catch((error: unknown) => {
      deps.host.deps.log.warn({ extension: id, err: error }, 'a package cannot be described')
      return undefined
    })
    known.set(id, { text, section })
    return section
  }
}

interface Document {
  readonly paths: object
  readonly tags: readonly object[]
}

function withSections(document: string, sections: readonly PackageSection[]): string {
  if (sections.length === 0) return document
  const whole = JSON.parse(document) as Document
  return JSON.stringify({
    ...whole,
    tags: [...whole.tags, ...sections.map(({ tag }) => tag)],
    paths: Object.assign({}, whole.paths, ...sections.map(({ paths }) => paths)) as object,
  })
}
