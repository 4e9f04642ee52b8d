// Takes pictures of report.html: node page_pictures.mjs TOOLS OUT WIDTH HEIGHT SCHEME URL [CLICK]
// HEIGHT 0: all of the page. CLICK: a selector of what is clicked first. The path of this tree, which is nobody's business, is shown as
// that of a tree in /home/me.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tools, out, width, height, scheme, url, click] = process.argv.slice(2);
const { chromium } = createRequire(`${tools}/package.json`)('playwright-core');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--no-first-run'],
});
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) || 900 }, colorScheme: scheme });
await page.goto(url);
await page.evaluate(root => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll(root, '/home/me/ncu-regions');
}, dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
if (click) {
  await page.locator(click).first().click();
  await page.mouse.move(0, 0);
  if (height === '0') await page.evaluate(() => scrollTo(0, 0)); // the navigation stays where it belongs
}
await page.screenshot({ path: out, fullPage: height === '0' });
await browser.close();
