/** The page that shows `/openapi.json` in Swagger UI. */
export function docsPage(title: string): string {
  return page(
    `${title} – try it out`,
    '<link rel="stylesheet" href="/docs/swagger-ui.css">',
    '<div id="swagger-ui"></div><script src="/docs/swagger-ui.js"></script><script src="/docs/start.js"></script>',
  )
}

/** The page that shows `/openapi.json` in Redoc. */
export function redocPage(title: string): string {
  return page(
    `${title} – reference`,
    '',
    '<redoc spec-url="/openapi.json" disable-search></redoc><script src="/redoc/redoc.js"></script>',
  )
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${head}</head><body style="margin:0">${body}</body></html>`
}
