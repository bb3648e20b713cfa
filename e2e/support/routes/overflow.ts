import type { Page } from 'playwright-core';

/**
 * Runs in the page. It is text because tests have no types of the browser. It finds text that is drawn
 * outside its control or cut off without a sign. A text may end in an ellipsis or be inside a scrolling
 * element. A pixel of rounding is fine.
 */
const FIND = `(() => {
  const CONTROL = 'button, [role=button], [role=tab], [role=option], [role=menuitem], [role=radio], a.ant-btn, label, th, td, .ant-tag, .ant-segmented-item, .ant-select, .ant-alert, fieldset, section, article, aside, dialog, li, dl > div, header, footer';
  const SLACK = 1.5;
  const found = [];
  const hidden = (style) => style.visibility === 'hidden' || style.opacity === '0';
  const say = (how, text, box) => found.push(how + ': "' + text.trim().slice(0, 60) + '" in ' + box.tagName.toLowerCase() + (box.className && box.className.baseVal === undefined ? '.' + String(box.className).split(' ').join('.') : ''));
  const out = (r, b) => r.right > b.right + SLACK || r.left < b.left - SLACK;
  const outside = (r, b) => r.bottom > b.bottom + SLACK || r.top < b.top - SLACK;
  const judge = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
    if (rects.length === 0) return;
    let reach = [...rects];
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (hidden(style) || box.getAttribute('aria-hidden') === 'true') return;
      if (style.display === 'inline' || style.display === 'contents') continue;
      const b = box.getBoundingClientRect();
      // Words for screen readers alone are clipped to a dot.
      if (b.width <= 2 || b.height <= 2 || style.clipPath.includes('inset(50%)')) return;
      if (/auto|scroll/.test(style.overflowX) || (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1)) return;
      const clips = /hidden|clip/.test(style.overflowX);
      if (clips && style.textOverflow === 'ellipsis') return;
      if (style.webkitLineClamp !== 'none') return;
      const sideways = reach.some((r) => out(r, b));
      const upright = reach.some((r) => outside(r, b));
      if (clips && sideways) return say('cut off', node.data, box);
      if (/hidden|clip/.test(style.overflowY) && upright) return say('cut off', node.data, box);
      if (box.matches(CONTROL) && sideways) return say('sticks out', node.data, box);
      if (box.matches('button, .ant-btn, .ant-tag, [role=tab], .ant-segmented-item') && upright) return say('sticks out', node.data, box);
      if (style.position === 'fixed') return;
    }
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.data.trim() === '' || !node.parentElement || node.parentElement.closest('script, style, noscript, svg, canvas, textarea, [aria-hidden=true], .graphiql-container, .monaco-editor') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  while (walk.nextNode()) judge(walk.currentNode);
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=hidden]):not([type=search])')) {
    const style = getComputedStyle(field);
    if (hidden(style) || field.offsetWidth < 20) continue;
    const typed = field.readOnly || field.closest('.ant-picker, .ant-select') ? field.value : '';
    const text = typed || (field.value ? '' : field.placeholder);
    if (!text) continue;
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(text).width > room + SLACK && style.textOverflow !== 'ellipsis') say('cut off', text, field);
  }
  return [...new Set(found)];
})()`;

/** Lists texts that stick out of their control or are cut off without a sign. */
export const overflowingTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND);
