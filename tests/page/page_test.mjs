// report.html in a headless Chromium: usage: node page_test.mjs PAGES TOOLS (with node_modules)
// Exit code 77: chromium or playwright-core is missing (1 when NCU_REGIONS_REQUIRE names "browser").
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [pages, tools] = process.argv.slice(2);
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM || browsers.find(existsSync);

function leave(why) {
  const isRequired = (process.env.NCU_REGIONS_REQUIRE || '').split(',').includes('browser');
  console.log(isRequired ? `browser is required: ${why}` : `no browser: ${why}`);
  process.exit(isRequired ? 1 : 77);
}
if (!executablePath) leave('there is no chromium');
let chromium;
try {
  ({ chromium } = createRequire(`${tools}/package.json`)('playwright-core'));
} catch {
  leave(`playwright-core is not in ${tools}; ci/test installs it`);
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--no-first-run'],
});

// Opens a page and watches it: an error, a message on the console or a request for anything but the file itself fails.
async function visit(name, use, options = {}, hash = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  const url = pathToFileURL(`${pages}/${name}.html`).href;
  page.on('pageerror', error => wrong.push(`error: ${error.message}`));
  page.on('console', message => wrong.push(`console: ${message.text()}`));
  page.on('dialog', dialog => { wrong.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', request => { if (request.url().split('#')[0] !== url) wrong.push(`request: ${request.url()}`); });
  await page.goto(url + hash);
  await use(page);
  assert.deepEqual(wrong, [], `${name}: nothing goes wrong and nothing leaves the page`);
  await context.close();
}

const texts = (page, selector) => page.locator(selector).allTextContents();
const isShown = (page, selector) => page.locator(selector).first().isVisible();
const placesOf = (page, chart) => page.$$eval(`#${chart} > a > svg`, all =>
  all.map(svg => [parseFloat(svg.getAttribute('x')), parseFloat(svg.getAttribute('width'))]));

const tests = {
  async 'a page shows its verdict, a chart, tables and no panel'() {
    await visit('red', async page => {
      assert.match(await page.textContent('header .verdict'), /regressed/);
      assert.equal(await page.locator('#now > a').count(), 30);
      assert.equal(await page.locator('#old > a').count(), 30);
      assert.ok(await isShown(page, '#findings .dots'));
      assert.equal(await page.locator('.panel:visible').count(), 0);
    });
  },

  async 'it is complete without script: charts, tables and panels by their link'() {
    await visit('red', async page => {
      assert.ok(await isShown(page, '#now rect'));
      assert.ok(await isShown(page, '#regions-table tbody tr'));
      assert.ok(await isShown(page, '#gates-table tbody tr'));
      assert.equal(await page.locator('.controls input:visible').count(), 0, 'no control that does nothing');
      await page.locator('#regions-table a').first().click();
      assert.equal(await page.locator('.panel:visible').count(), 1);
    }, { javaScriptEnabled: false });
  },

  async 'a link leads to a region, and the chosen region is marked'() {
    let hash;
    await visit('red', async page => { hash = await page.locator('#regions-table tbody a').nth(4).getAttribute('href'); });
    await visit('red', async page => {
      assert.deepEqual(await page.$$eval('.panel', all => all.filter(panel => panel.offsetParent).map(panel => '#' + panel.id)), [hash]);
      assert.equal(await page.locator('#now > a[aria-current]').getAttribute('href'), hash);
      assert.ok(await isShown(page, '.panel:target table.values'));
    }, {}, hash);
  },

  async 'a title sorts by its column, down, up, and back to the order of the tree'() {
    await visit('red', async page => {
      const before = await texts(page, '#regions-table tbody th');
      const values = () => page.$$eval('#regions-table tbody tr', rows => rows.map(row => Number(row.cells[2].dataset.v)));
      const title = page.locator('#regions-table th[scope=col]').nth(2);
      await title.locator('button').click();
      assert.equal(await title.getAttribute('aria-sort'), 'descending');
      const down = await values();
      assert.deepEqual(down, [...down].sort((a, b) => b - a));
      await title.locator('button').click();
      assert.deepEqual(await values(), [...down].reverse());
      await title.locator('button').click();
      assert.deepEqual(await texts(page, '#regions-table tbody th'), before);
      assert.equal(await title.getAttribute('aria-sort'), null);
    });
  },

  async 'a filter keeps the rows with all its words, and says how many'() {
    await visit('red', async page => {
      const shown = () => page.locator('#regions-table tbody tr:visible').count();
      await page.fill('[data-for=regions-table] input[type=search]', 'LAYER 19 op');
      const rows = await texts(page, '#regions-table tbody tr:visible');
      assert.ok(rows.length > 0 && rows.every(row => ['layer', '19', 'op'].every(word => row.includes(word))));
      assert.equal(await page.textContent('[data-for=regions-table] output'), `${rows.length} of 30 rows`);
      await page.fill('[data-for=regions-table] input[type=search]', '');
      assert.equal(await shown(), 30);
      await page.check('[data-for=regions-table] input[type=checkbox]');
      assert.equal(await shown(), 7);
    });
  },

  async 'the script draws what the page came with, and other metrics'() {
    await visit('red', async page => {
      const close = (a, b) => a.every((place, i) => Math.abs(place[0] - b[i][0]) < 0.01 && Math.abs(place[1] - b[i][1]) < 0.01);
      const [now, old] = [await placesOf(page, 'now'), await placesOf(page, 'old')];
      const titles = await texts(page, '#now title');
      const classes = () => page.$$eval('#now > a', all => all.map(box => box.getAttribute('class')));
      const colours = await classes();
      const chosen = await page.$eval('#width', select => select.selectedIndex);
      await page.selectOption('#width', { index: chosen === 0 ? 1 : 0 });
      assert.ok(!close(await placesOf(page, 'now'), now), 'another metric looks different');
      assert.notDeepEqual(await texts(page, '#now title'), titles);
      await page.selectOption('#width', { index: chosen });
      assert.ok(close(await placesOf(page, 'now'), now) && close(await placesOf(page, 'old'), old));
      assert.deepEqual(await texts(page, '#now title'), titles);
      assert.deepEqual(await classes(), colours, 'both sides know the same steps');
      for (const [x, width] of now) assert.ok(x >= 0 && x + width <= 100.01);
    });
  },

  async 'old values of a base build need no verdict'() {
    await visit('base', async page => {
      assert.equal(await page.locator('#old > a').count(), 30);
      assert.deepEqual(await page.$$eval('#now > a', all => [...new Set(all.map(box => box.classList[0]))]), ['m2']);
      const widths = async chart => (await placesOf(page, chart)).map(([, width]) => width);
      const [old, now] = [await widths('old'), await widths('now')];
      old.forEach((width, i) => assert.ok(Math.abs(now[i] / width - 1.05) < 0.01 || width < 0.5));
    });
  },

  async 'the chosen region can fill the chart'() {
    await visit('red', async page => {
      assert.ok(!await isShown(page, '#zoom'));
      await page.locator('#now > a').nth(1).click();
      await page.click('#zoom');
      const [x, width] = (await placesOf(page, 'now'))[1];
      assert.ok(Math.abs(x) < 0.01 && Math.abs(width - 100) < 0.01);
      await page.click('#zoom');
      assert.ok((await placesOf(page, 'now'))[1][1] < 100);
    });
  },

  async 'keys lead through the chart, which is one stop'() {
    await visit('red', async page => {
      assert.equal(await page.$$eval('#now > a', all => all.filter(box => box.tabIndex >= 0).length), 1);
      await page.focus('#now > a');
      const labels = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp']) {
        await page.keyboard.press(key);
        labels.push(await page.evaluate(() => document.activeElement.querySelector('text').textContent.replace(/ [+-].*/, '')));
      }
      assert.deepEqual(labels, ['layer 1', 'op 2', 'op 3', 'layer 1', 'step 0']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal(await page.locator('.panel:visible').count(), 1);
    });
  },

  async 'what is read aloud has names: landmarks, headings, titles of columns and of pictures'() {
    await visit('red', async page => {
      for (const landmark of ['header', 'nav', 'main']) assert.equal(await page.locator(landmark).count(), 1, landmark);
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await page.$$eval('svg[role=img]', all => all.filter(svg => !svg.querySelector('title') && !svg.getAttribute('aria-label')).length), 0);
      assert.equal(await page.$$eval('input, select', all => all.filter(input => !input.closest('label') && !input.getAttribute('aria-label')).length), 0);
      assert.ok(await page.getAttribute('html', 'lang'));
    });
  },

  async 'hostile names stay text: no element, no script, no request comes of them'() {
    await visit('hostile', async page => {
      const known = new Set(('html head meta title style body a header h1 h2 h3 h4 p br span strong nav main section div table thead tbody tr th td '
        + 'code svg rect text path figure figcaption select option button label input output small pre details summary script ul li wbr g circle tspan').split(' '));
      const found = await page.$$eval('*', all => all.map(element => [element.localName, [...element.attributes].map(a => a.name)]));
      for (const [name, attributes] of found) {
        assert.ok(known.has(name), name);
        assert.deepEqual(attributes.filter(attribute => attribute.startsWith('on')), [], name);
      }
      assert.equal(await page.locator('script').count(), 2);
      assert.deepEqual(await page.$$eval('a', all => all.map(a => a.getAttribute('href')).filter(href => !/^#[\w.-]+$/.test(href))), []);
      await page.selectOption('#width', { index: 1 });
      await page.locator('#regions-table th button').first().click();
      await page.fill('[data-for=regions-table] input[type=search]', '<script>');
    });
  },

  async 'its Content-Security-Policy lets nothing in but its own script and style'() {
    const html = readFileSync(`${pages}/red.html`, 'utf8');
    assert.match(html, /<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/);
    const page = await browser.newPage();
    const said = [];
    page.on('console', message => said.push(message.text()));
    await page.goto(pathToFileURL(`${pages}/red.html`).href);
    assert.equal(await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.cameIn = true';
      document.body.append(script);
      return window.cameIn === true;
    }), false);
    await page.evaluate(() => { new Image().src = 'http://127.0.0.1:9/x.png'; });
    assert.equal(said.filter(text => /Content Security Policy/.test(text)).length, 2, said.join('\n'));
    await page.close();
  },

  async 'a thousand regions of twenty metrics: less than 5 MB, and all of it works'() {
    assert.ok(statSync(`${pages}/large-red.html`).size < 5e6 && statSync(`${pages}/large-green.html`).size < 5e6);
    await visit('large-red', async page => {
      assert.equal(await page.locator('#now > a').count(), 1000);
      await page.fill('[data-for=regions-table] input[type=search]', 'op 999');
      assert.equal(await page.locator('#regions-table tbody tr:visible').count(), 1);
      await page.locator('#regions-table tbody tr:visible a').click();
      assert.equal(await page.locator('.panel:visible').count(), 1);
      const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
      console.log(`    loaded after ${Math.round(loaded)} ms (told, not judged)`);
    });
  },

  async 'light and dark differ, and a narrow screen needs no scrolling sideways'() {
    const back = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    let light;
    await visit('red', async page => { light = await back(page); }, { colorScheme: 'light' });
    await visit('red', async page => { assert.notEqual(await back(page), light); }, { colorScheme: 'dark' });
    await visit('red', async page => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    }, { viewport: { width: 360, height: 700 } });
  },

  async 'on paper there are no controls, and the panels of findings'() {
    await visit('red', async page => {
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('.controls:visible').count(), 0);
      assert.equal(await page.locator('.panel:visible').count(), 7);
    });
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
