import { bundleForTests } from '../../scripts/build-services.mjs'

/** Processes that are to die at a certain call run a bundle, too. */
export const setup = () =>
  bundleForTests('services/dist-crashing', ['services/wallet/test/campaigns/stages/crashing-service.ts'])
