/** Why an installation cannot be imported: for the operator. */
export class LnbitsError extends Error {}
