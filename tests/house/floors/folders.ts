/** Every folder that a newcomer sees, and its content; the test compares the list with the tree. */
export const FOLDERS: Readonly<Record<string, string>> = {
  'apps/web': 'the web app at `/app/`: Preact, built by Vite when its sources change',
  bench: 'benchmarks, each with a baseline measured in the same run',
  ci: 'a Node from npm for machines whose Node is too old; the oldest and the newest one, which a campaign tries',
  docs: 'guides, rules that the code cites, decisions, benchmarks, pictures, glossary',
  examples: 'one-file extensions that show one thing each, packed and run by their test',
  extensions: 'the built-in extensions, one folder each, which import the SDK only; the built-in catalogue',
  findings: 'scripts that show faults of other programs',
  ops: 'alert rules with their tests, a Grafana dashboard; systemd, proxies, containers, Kubernetes, Umbrel; PostgreSQL under Patroni',
  'packages/bolt11':
    'reads, writes and signs invoices; signs, verifies and encrypts for Nostr: the one door to secp256k1',
  'packages/client':
    "a typed client of the wallet service, generated from its `/openapi.json`; an English sentence for each error's code",
  'packages/configuration':
    'how a variable is declared, and the names of all; reads `.env` and `satchel.toml`, and finds misspelled names',
  'packages/extension-sdk':
    'what an author of an extension uses: fields, context, routes, pages; `owner/`: what owners see',
  'packages/http': 'the Fastify app that the services share',
  'packages/json': 'the one reader of JSON from outside',
  'packages/lightning': 'one interface to ten Lightning backends, and the simulated node; `world/` has test peers',
  'packages/lnurl':
    'reads and writes LNURL codes, offers and answers; `findPayable`, the one reader of texts from outside (decision 0092)',
  'packages/money':
    'exact decimals, the only conversions and roundings, how people write numbers, the currencies of ISO 4217 with their digits',
  'packages/outbound': 'the one guarded client for URLs that users name',
  'packages/page':
    'HTML escaping, the language of a visitor, the base style sheet of every page; `world/`: a real browser for tests, and what axe finds',
  'packages/sandbox':
    'runs untrusted code in a separate process; `guest/`: what runs there; `bundle-code` makes a definition the one module that it runs',
  'packages/tracing': 'spans for an OpenTelemetry collector',
  'packages/worker':
    'repeats background work: one run at a time, no wake is lost, every error is logged; reuses threads',
  scripts:
    'the start of every npm script, the bundle of the services; `scaffold/` creates extensions, and packs them: the code as one module, everything else as data; `author/` does so for authors outside this repository',
  'services/price-aggregator/campaigns': 'long tests: a real browser, every misbehaviour on every exchange',
  'services/price-aggregator/mock': 'simulated exchanges, and the world that tests open',
  'services/price-aggregator/src': 'the price aggregator',
  'services/wallet/src': 'the wallet service',
  'services/wallet/test/campaigns':
    'long tests: kill −9, random faults, two processes, a model, seeded defects, PostgreSQL crashes, browsers',
  'services/wallet/test/clients': 'unmodified clients of LNbits against a started service',
  'services/wallet/test/deployments':
    'a fresh Debian, two versions at once, failover of a cluster, the container image, Litestream',
  'services/wallet/test/nodes': 'the service on real Lightning nodes and a private chain',
  'services/wallet/test/simulation': 'two processes, a database and a node in virtual time, reproducible from a seed',
  'services/wallet/test/world': 'the whole service for tests: a real database, the simulated node, a fixed clock',
  tests:
    '`house/`: architecture, rules, language, documents, configuration; `contract/`: the API document, the typed client, every route × every credential, every kind of bad input, no secret leaks; `journeys/`: a shop over HTTP, the start, packages from their author to their owner; `run/`: what the configurations of vitest use',
}

/** The packages that these may import; types and tests aside, nothing else of the repository. */
export const USED_PACKAGES = {
  'apps/web': 'bolt11 client lnurl money page',
  extensions: 'bolt11 extension-sdk json lnurl money',
  'packages/lightning': 'bolt11 json lightning money worker',
} as const
export const mayUse = (part: keyof typeof USED_PACKAGES, path: string): boolean =>
  USED_PACKAGES[part].split(' ').some((name) => path.startsWith(`packages/${name}/`))
