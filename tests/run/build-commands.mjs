import { bundleForTests } from '../../scripts/build-services.mjs'

const COMMANDS = ['audit', 'mend', 'backup', 'restore', 'restore-drill', 'upgrade-check', 'rekey', 'import-lnbits']

/** Commands that tests start run as bundles: from its sources each start costs half a second of a core more. */
export const setup = () =>
  bundleForTests(
    'services/dist-commands',
    COMMANDS.map((name) => `services/wallet/src/programs/${name}.ts`),
  )
