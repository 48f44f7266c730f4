// Runs in the browser on /docs: a separate file because the page's policy allows no inline script.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  // Chapters to choose from; open, they would be hundreds of operations, which the page then draws only as one scrolls.
  docExpansion: 'none',
  // The schemas stand beside the operations; their list below is long and stays closed.
  defaultModelsExpandDepth: 0,
})
