// The page is complete without this: it sorts, filters, draws the other metrics and moves by keys.
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = id => document.getElementById(id);

  // ---- Tables: a click on a title sorts, a third one brings the order of the tree back.
  for (const table of all('table.data')) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const titles = all('th[scope=col]', table);
    const key = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
    };
    const compare = (a, b) => {
      const numbers = (typeof a === 'number') - (typeof b === 'number');
      if (numbers) return -numbers;
      return typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true });
    };
    titles.forEach((title, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...title.childNodes);
      title.append(button);
      button.addEventListener('click', () => {
        const before = title.getAttribute('aria-sort');
        const isNumber = title.classList.contains('r');
        const order = isNumber ? ['descending', 'ascending', null] : ['ascending', 'descending', null];
        const now = order[before === null ? 0 : order.indexOf(before) + 1];
        for (const other of titles) other.removeAttribute('aria-sort');
        table.classList.toggle('flat', now !== null);
        const sorted = [...rows];
        if (now !== null) {
          const sign = now === 'ascending' ? 1 : -1;
          title.setAttribute('aria-sort', now);
          const isMissing = row => isNumber && row.cells[column].dataset.v === undefined;
          sorted.sort((a, b) => isMissing(a) - isMissing(b) || sign * compare(key(a, column), key(b, column)));
        }
        body.append(...sorted);
      });
    });

    const controls = document.querySelector(`[data-for=${table.id}]`);
    const [text, only] = all('input', controls);
    const told = controls.querySelector('output');
    const names = rows.map(row => [...row.cells].filter(cell => !cell.classList.contains('r')).map(cell => cell.textContent).join(' ').toLowerCase());
    const filter = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, i) => {
        row.hidden = (only.checked && !row.classList.contains('f')) || !words.every(word => names[i].includes(word));
        shown += !row.hidden;
      });
      told.textContent = shown === rows.length ? '' : `${shown} of ${rows.length} rows`;
    };
    text.addEventListener('input', filter);
    only.addEventListener('change', filter);
    controls.hidden = false;
    if (!rows.some(row => row.classList.contains('f'))) only.parentElement.hidden = true;
  }

  // ---- The chart: the same layout as the one that the page came with (icicle.cpp).
  const chart = byId('now');
  if (!chart) return;
  const data = JSON.parse(byId('data').textContent);
  const boxes = { old: all('#old > a'), now: all('#now > a') };
  const width = byId('width');
  const zoom = byId('zoom');
  let zoomed = -1;

  const filled = values => {
    const result = [...values];
    const inside = values.map(() => 0);
    for (let i = result.length - 1; i >= 0; --i) {
      if (result[i] === null && inside[i] > 0) result[i] = inside[i];
      if (data.parents[i] >= 0) inside[data.parents[i]] += result[i] || 0;
    }
    return result;
  };
  const whole = values => {
    const sums = [];
    values.forEach((value, i) => {
      if (data.parents[i] < 0) sums[data.trees[i]] = (sums[data.trees[i]] || 0) + (value || 0);
    });
    return Math.max(0, ...sums.filter(sum => sum !== undefined));
  };
  const layout = (values, total) => {
    const inside = values.map(() => 0);
    values.forEach((value, i) => { if (data.parents[i] >= 0) inside[data.parents[i]] += value || 0; });
    const result = [];
    const next = [];
    const nextRoot = [];
    values.forEach((value, i) => {
      const parent = data.parents[i];
      let share = total > 0 ? (value || 0) / total : 0;
      if (parent >= 0 && inside[parent] > 0 && total > 0) share *= Math.min(1, result[parent].w * total / inside[parent]);
      const x = parent >= 0 ? next[parent] : nextRoot[data.trees[i]] || 0;
      result.push({ x, w: share });
      next[i] = x;
      if (parent >= 0) next[parent] += share; else nextRoot[data.trees[i]] = x + share;
    });
    return result;
  };
  const colour = (before, now, hasOld) => {
    if (!hasOld) return 'u';
    if (before == null || now == null) return 'n';
    if (before <= 0) return now > 0 ? 'm3' : 's';
    const change = now / before - 1;
    const size = Math.abs(change);
    if (size < 0.005) return 's';
    return (change > 0 ? 'm' : 'l') + (size < 0.02 ? 1 : size < 0.1 ? 2 : 3);
  };
  const isInside = (i, ancestor) => {
    while (i >= 0 && i !== ancestor) i = data.parents[i];
    return i === ancestor;
  };
  const words = (value, unit) => value == null ? 'not measured'
    : new Intl.NumberFormat('en', { maximumSignificantDigits: 6 }).format(value) + (unit ? ' ' + unit : '');
  const change = (side, metric, i) => {
    const [before, now] = [metric.old[i], metric.now[i]];
    if (side === 'old' || !before || 'ns'.includes(colour(before, now, true)[0])) return '';
    const percent = (now / before - 1) * 100;
    return ` ${percent > 0 ? '+' : ''}${percent.toFixed(2)} %`;
  };
  const isFirst = () => width.selectedIndex === first;

  const draw = () => {
    const metric = data.metrics[width.selectedIndex];
    const total = Math.max(whole(filled(metric.now)), whole(filled(metric.old)));
    for (const side of ['old', 'now']) {
      if (!boxes[side].length) continue;
      byId(side).closest('figure').hidden = side === 'old' && metric.old.every(value => value === null);
      const values = metric[side].length ? metric[side] : data.parents.map(() => null);
      const places = layout(filled(values), total);
      const frame = zoomed >= 0 && places[zoomed].w > 0 ? places[zoomed] : { x: 0, w: 1 };
      boxes[side].forEach((box, i) => {
        const place = places[i];
        const frameless = frame.w === 1 && frame.x === 0;
        const isShown = frameless || isInside(i, zoomed) || isInside(zoomed, i);
        const x = frameless ? place.x : Math.max(0, (place.x - frame.x) / frame.w);
        const w = !isShown ? 0 : frameless ? place.w : Math.min(1, place.w / frame.w);
        const svg = box.firstElementChild;
        svg.setAttribute('x', `${+(x * 100).toFixed(3)}%`);
        svg.setAttribute('width', `${+(w * 100).toFixed(3)}%`);
        const marks = ['bad', 'doubt'].filter(mark => box.classList.contains(mark));
        const hasOld = side === 'now' && boxes.old.length > 0;
        box.setAttribute('class', [colour(metric.old[i], metric.now[i], hasOld), ...marks, ...(w < 0.003 ? ['t', 'hair'] : w < 0.012 ? ['t'] : [])].join(' '));
        const label = svg.lastElementChild.lastElementChild;
        label.dataset.first ??= label.textContent;
        label.textContent = isFirst() ? label.dataset.first : change(side, metric, i);
        const title = svg.firstElementChild;
        title.dataset.first ??= title.textContent;
        title.textContent = isFirst() ? title.dataset.first
          : `${title.dataset.first.slice(0, title.dataset.first.lastIndexOf(': '))}: ${words(values[i], metric.unit)}${change(side, metric, i)}`;
      });
    }
  };
  const first = width.selectedIndex;
  width.disabled = false;
  width.addEventListener('change', draw);

  // ---- The chosen region: that of the address.
  const current = () => boxes.now.findIndex(box => box.getAttribute('href') === location.hash);
  const mark = () => {
    const chosen = current();
    for (const box of [...boxes.old, ...boxes.now]) {
      const isChosen = chosen >= 0 && box.getAttribute('href') === location.hash;
      if (isChosen) box.setAttribute('aria-current', 'true'); else box.removeAttribute('aria-current');
    }
    zoom.hidden = chosen < 0 && zoomed < 0;
    zoom.textContent = zoomed >= 0 ? 'Show all of it' : 'Zoom to the chosen region';
  };
  zoom.addEventListener('click', () => {
    zoomed = zoomed >= 0 ? -1 : current();
    draw();
    mark();
  });
  window.addEventListener('hashchange', mark);
  mark();

  // ---- Keys: one stop for the whole chart, arrows inside of it.
  for (const side of ['old', 'now']) {
    boxes[side].forEach((box, i) => { if (i > 0) box.tabIndex = -1; });
  }
  const siblings = i => data.parents.map((parent, j) => j).filter(j => data.parents[j] === data.parents[i] && data.trees[j] === data.trees[i]);
  const steps = {
    ArrowUp: i => data.parents[i],
    ArrowDown: i => data.parents.indexOf(i),
    ArrowLeft: i => siblings(i)[siblings(i).indexOf(i) - 1],
    ArrowRight: i => siblings(i)[siblings(i).indexOf(i) + 1],
  };
  for (const side of ['old', 'now']) {
    const svg = byId(side);
    if (!svg) continue;
    svg.addEventListener('keydown', event => {
      const from = boxes[side].indexOf(event.target.closest('a'));
      const to = steps[event.key] && from >= 0 ? steps[event.key](from) : undefined;
      if (to === undefined || !boxes[side][to]) return;
      event.preventDefault();
      boxes[side][from].tabIndex = -1;
      boxes[side][to].removeAttribute('tabindex');
      boxes[side][to].focus();
    });
  }
})();
