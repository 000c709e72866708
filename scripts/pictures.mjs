// `npm run pictures`: starts a bank, plays a day, and takes the pictures of docs/pictures/ in Chromium.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';

const FOLDER = join(ROOT, 'docs', 'pictures');
const WIDTHS = { 360: 740, 1280: 800 };

await ensureBuilt(PROGRAM);
const executablePath = findChromium();
if (executablePath === undefined) {
  console.error('No Chromium here; set CHROMIUM_PATH to one.');
  process.exit(1);
}
const { openDay } = await import('./pictures/day.mjs');
const day = await openDay();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const encoder = await browser.newPage();
mkdirSync(FOLDER, { recursive: true });

let bytes = 0;
for (const [width, height] of Object.entries(WIDTHS)) {
  for (const colorScheme of ['light', 'dark']) {
    const viewport = { width: Number(width), height };
    const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
    const page = await context.newPage();
    for (const [name, url] of Object.entries(day.pages)) {
      await page.goto(url);
      if (name === 'sca') await logIn(page);
      if (name === 'docs') await openOperation(page);
      // Beside the list, where there is room for it.
      if (name === 'log' && Number(width) > 1000) await page.locator('.chosen h1').waitFor();
      const file = join(FOLDER, `${name}-${width}-${colorScheme}.webp`);
      writeFileSync(file, await webp(await page.screenshot()));
      bytes += statSync(file).size;
    }
    await context.close();
  }
}
await browser.close();
await day.close();
console.log(`docs/pictures: ${Math.round(bytes / 1024)} kB`);

/** The first step of the SCA page; the second has the accounts. */
async function logIn(page) {
  if ((await page.locator('input[name="nationalId"]').count()) === 0) return;
  await page.getByRole('button', { name: 'Jonas Bakkerud' }).click();
  await page.getByRole('checkbox').first().waitFor();
}

async function openOperation(page) {
  await page.click('#getAccounts > summary');
  await page.locator('#getAccounts').evaluate((operation) => operation.scrollIntoView());
}

/** Chromium writes WebP from a canvas, though not as a screenshot. */
async function webp(png) {
  const url = await encoder.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(url, 'base64');
}
