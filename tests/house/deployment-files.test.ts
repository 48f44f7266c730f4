import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../services/wallet/src/config/config.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

test('the image has the pg_dump of the server in its compose file, from a Debian with this version', () => {
  const containerfile = read('ops/container/Containerfile')
  const server = /image: \S*\/postgres:(\d+)/.exec(read('ops/container/compose.yaml'))?.[1]
  // An older pg_dump rejects the server, and a newer pg_restore may send settings that the server does not know.
  expect([...containerfile.matchAll(/\bpostgresql-client\b-?(\d+)?/g)].map(([, version]) => version)).toEqual([server])
  const DEBIAN_OF: Readonly<Record<string, string>> = { 15: 'bookworm', 17: 'trixie' }
  const bases = [...containerfile.matchAll(/^FROM \S+:\d+-(\w+)-slim/gm)].map(([, release]) => release)
  expect(new Set(bases)).toEqual(new Set([DEBIAN_OF[server ?? '']]))
})

interface Mount {
  readonly source: string
  readonly read_only?: boolean
  readonly bind?: { readonly create_host_path: boolean }
}

interface UmbrelService {
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly (string | Mount)[]
  readonly entrypoint?: readonly string[]
}

test('on Umbrel the service gets only two files of LND: the certificate, and a macaroon that the guide recommends', () => {
  const { services } = parse(read('ops/umbrel/docker-compose.yml')) as { services: Record<string, UmbrelService> }
  const LND = '${APP_LIGHTNING_NODE_DATA_DIR}'
  const ofLnd = (service: string): readonly (string | Mount)[] =>
    (services[service]?.volumes ?? []).filter((volume) => JSON.stringify(volume).includes(LND))
  const fileOf = (path: string) =>
    // Docker would make a folder of a missing file, in the folder of LND.
    expect.objectContaining({
      type: 'bind',
      source: `${LND}/${path}`,
      read_only: true,
      bind: { create_host_path: false },
    })
  const certificate = fileOf('tls.cert')
  expect(ofLnd('web')).toEqual([certificate])
  const admin = fileOf('data/chain/bitcoin/${APP_BITCOIN_NETWORK}/admin.macaroon')
  expect(ofLnd('macaroon')).toEqual([certificate, admin])
  const rightsIn = (text: string): string[] => text.match(/\b\w+:(?:read|write)\b/g) ?? []
  const bake = /^lncli bakemacaroon .*$/m.exec(read('docs/guide/nodes-lnd.md'))?.[0] ?? ''
  expect(rightsIn(bake).length).toBe(6)
  expect(rightsIn(services['macaroon']?.entrypoint?.at(-1) ?? '')).toEqual(rightsIn(bake))
})

test('on Umbrel only its network for apps is a trusted proxy', () => {
  const { services } = parse(read('ops/umbrel/docker-compose.yml')) as { services: Record<string, UmbrelService> }
  expect(services['web']?.environment?.['SERVICE_TRUSTED_PROXIES']).toBe('10.21.0.0/16')
})

interface Container {
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly resources?: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>
}

interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly containers: readonly Container[]; readonly volumes: readonly { emptyDir: object }[] }
    }
    readonly podSelector: { readonly matchLabels: object }
    readonly policyTypes: readonly string[]
    readonly ingress: readonly { readonly from?: readonly object[]; readonly ports?: readonly { port: number }[] }[]
    readonly egress: readonly { readonly to?: readonly Target[]; readonly ports?: readonly object[] }[]
  }
}

interface Target {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] }
}

const KUBERNETES = parseAllDocuments(read('ops/kubernetes/satchel.yaml')).map((one) => one.toJS() as Resource)
const DEPLOYMENTS = KUBERNETES.filter(({ kind }) => kind === 'Deployment')

test.each(DEPLOYMENTS.map((one) => [one.metadata.name, one] as const))(
  'on Kubernetes %s has limits, and a network policy for both directions without an open rule',
  (_name, { spec: { template } }) => {
    for (const { resources } of template.spec.containers) {
      for (const of of ['requests', 'limits'] as const) {
        expect(Object.keys(resources?.[of] ?? {}).sort()).toEqual(['cpu', 'ephemeral-storage', 'memory'])
      }
    }
    for (const { emptyDir } of template.spec.volumes) expect(emptyDir).toHaveProperty('sizeLimit')
    const [policy, ...more] = KUBERNETES.filter(({ kind }) => kind === 'NetworkPolicy').filter(
      ({ spec }) => JSON.stringify(spec.podSelector.matchLabels) === JSON.stringify(template.metadata.labels),
    )
    expect(more).toEqual([])
    expect(policy?.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(policy?.spec.ingress.length).toBeGreaterThan(0)
    for (const { from, ports } of policy?.spec.ingress ?? []) {
      expect([from?.length, ports?.length]).toEqual([1, 1])
      expect(JSON.stringify(from)).not.toMatch(/\{\}|ipBlock/)
    }
    for (const { ipBlock } of policy?.spec.egress.flatMap(({ to = [{}] }) => to) ?? []) {
      if (ipBlock?.cidr === '0.0.0.0/0') expect(ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8']))
      if (ipBlock?.cidr === '::/0') expect(ipBlock.except).toEqual(expect.arrayContaining(['fc00::/7']))
    }
  },
)

test('on Kubernetes no proxy range is trusted by default: the placeholder does not start', () => {
  const values = DEPLOYMENTS.flatMap(({ spec }) => spec.template.spec.containers).flatMap(({ env = [] }) =>
    env.filter(({ name }) => name === 'SERVICE_TRUSTED_PROXIES').map(({ value }) => value),
  )
  expect(values).toHaveLength(1)
  const read = readConfig({ SERVICE_TRUSTED_PROXIES: values[0] })
  expect('problems' in read && read.problems).toEqual([expect.stringContaining('SERVICE_TRUSTED_PROXIES')])
})
