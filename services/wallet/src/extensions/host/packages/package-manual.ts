import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { PublishedRoute } from '../../../access/published-routes.ts'
import { describePackage, type PackageSection } from './describe-package.ts'
import type { ServeDeps } from '../serve/serve-items.ts'

interface Described extends PackageSection {
  readonly adminOnly: boolean
}

/** What the manual says of the packages that are there, which come and go while the service runs (decision 0027). */
export interface PackageManual {
  /** Theirs, for access lists; those that only administrators use are for administrators. */
  listRoutes(isAdmin: boolean): Promise<readonly PublishedRoute[]>
  /** `/openapi.json` with what every account may use. */
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

/** One after another: each costs some 30 ms, in which others are served. */
async function describeAll({ system }: ServeDeps, describeOne: DescribeOne): Promise<readonly Described[]> {
  const described: Described[] = []
  for (const { definition, available, runtime, adminOnly } of system.list()) {
    const section = available && runtime !== 'built-in' ? await describeOne(definition) : undefined
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
