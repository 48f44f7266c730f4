import { setupManifest } from '@start9labs/start-sdk'

export const manifest = setupManifest({
  id: 'satchel',
  title: 'Satchel',
  license: 'MIT',
  packageRepo: 'https://github.com/OWNER/satchel',
  upstreamRepo: 'https://github.com/OWNER/satchel',
  marketingUrl: 'https://github.com/OWNER/satchel',
  donationUrl: null,
  description: {
    short: 'One Lightning node, many wallets',
    long: 'Wallets for a family, a shop and its programs on your own Lightning node. Each wallet has its own keys and limits. An app for the browser, a till, tickets, Lightning addresses and an API come with it.',
  },
  volumes: ['main'],
  images: { satchel: { source: { dockerTag: 'REGISTRY/satchel:0.20.0' }, arch: ['x86_64', 'aarch64'] } },
  dependencies: {},
})
