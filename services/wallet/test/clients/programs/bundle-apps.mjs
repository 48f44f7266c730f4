// Makes one file that Node runs of each app's own classes and the program that drives them.
import { resolve } from 'node:path'
import { build } from 'esbuild'

const WALLET = /^\.\/legacy-wallet$/
/** BlueWallet's class extends its on-chain wallet; without a chain its abstract wallet is enough. */
const withoutChain = {
  name: 'without-chain',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: WALLET }, ({ resolveDir }) => ({ path: resolveDir, namespace: 'plain' }))
    onLoad({ filter: /./, namespace: 'plain' }, ({ path }) => ({
      contents: `export { AbstractWallet as LegacyWallet } from './abstract-wallet'`,
      resolveDir: path,
    }))
  },
}
for (const name of ['alby', 'blue-wallet']) {
  await build({
    entryPoints: [`${name}.mjs`],
    outfile: `${name}.cjs`,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
    alias: { alby: resolve('alby'), 'blue-wallet': resolve('blue-wallet') },
    define: { __DEV__: 'false' },
    plugins: [withoutChain],
  })
}
console.log('{}')
