import product from '../../../../package.json' with { type: 'json' }

/** The version of the product: stated by the API, backups and the User-Agent. */
export const VERSION = product.version
