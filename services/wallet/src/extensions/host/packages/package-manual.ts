import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { PublishedRoute } from '../../../access/published-routes.ts'
import type { ServeDeps } from '../serve/serve-items.ts'
import { describePackage, type PackageSection } from './describe-package.ts'

interface Described extends PackageSection {
  readonly adminOnly: boolean
}

/** The manual's part about installed packages, which change at run time (decision 0027). */
export interface PackageManual {
  /** The packages' routes, for access lists; administrators also get those of admin-only packages. */
  listRoutes(isAdmin: boolean): Promise<readonly PublishedRoute[]>
  /** Adds the packages that every account may use to `/openapi.json`. */
  extend(document: string): Promise<string>
}

/** Built when it is first read, and rebuilt after a package was added, changed or removed. */
export function createPackageManual(deps: ServeDeps): PackageManual {
  let described: Promise<readonly Described[]> | undefined
  let written: { readonly from: readonly Described[]; readonly text: string } | undefined
  deps.system.onChange(() => {
    described = undefined
  })
  const describeOne = createDescriptions(deps)
  const describe = (): Promise<readonly Described[]> => (described ??= describeAll(deps, describeOne))
  return {
    async listRoutes(isAdmin) {
      const seen = (await describe()).filter(({ adminOnly }) => isAdmin || !adminOnly)
      return seen.flatMap(({ routes }) => routes)
    },
    async extend(document) {
      const from = await describe()
      if (written?.from !== from) {
        const open = from.filter(({ adminOnly }) => !adminOnly)
        written = { from, text: withSections(document, open) }
      }
      return written.text
    },
  }
}

type DescribeOne = (definition: AnyExtension) => Promise<PackageSection | undefined>

/** In sequence: each costs some 30 ms, and requests are served in between. */
async function describeAll({ system }: ServeDeps, describeOne: DescribeOne): Promise<readonly Described[]> {
  const described: Described[] = []
  for (const { definition, available, runtime, adminOnly } of system.list()) {
    const section = available && runtime !== 'built-in' ? await describeOne(definition) : undefined
    if (section !== undefined) described.push({ ...section, adminOnly })
  }
  return described
}

/**
 * Describes each version of a package once; the cache key is the definition's text. Leaves out a package that cannot be
 * described.
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
  readonly components: { readonly schemas: object }
}

function withSections(document: string, sections: readonly PackageSection[]): string {
  if (sections.length === 0) return document
  const whole = JSON.parse(document) as Document
  return JSON.stringify({
    ...whole,
    tags: [...whole.tags, ...sections.map(({ tag }) => tag)],
    paths: Object.assign({}, whole.paths, ...sections.map(({ paths }) => paths)) as object,
    components: {
      ...whole.components,
      schemas: Object.assign({}, ...sections.map(({ components }) => components.schemas), whole.components.schemas),
    },
  })
}
