#include "cells/cut_tree.h"

namespace covey::cells {

void CutTree::add_leaf(std::int32_t parent_node, Cell const& cell, std::int32_t own_key) {
    for (auto* field : {&column, &how, &low, &high, &first, &children}) {
        field->push_back(0);
    }
    takes_labels.push_back(0);
    parent.push_back(parent_node);
    key.push_back(own_key);
    begin.push_back(static_cast<std::int32_t>(cell.begin));
    end.push_back(static_cast<std::int32_t>(cell.end));
}

void CutTree::cut(std::size_t node, Choice const& choice) {
    column[node] = choice.column;
    how[node] = static_cast<std::int32_t>(choice.cut.how);
    low[node] = choice.cut.low;
    high[node] = choice.cut.high;
    if (!choice.labels.empty()) {
        // Places by weight mean nothing later: the labels themselves are kept.
        takes_labels[node] = 1;
        low[node] = static_cast<std::int32_t>(pool.size());
        pool.insert(pool.end(), choice.labels.begin(), choice.labels.end());
        high[node] = static_cast<std::int32_t>(pool.size());
    }
    first[node] = static_cast<std::int32_t>(size());
    children[node] = static_cast<std::int32_t>(choice.children.size());
    for (std::size_t i = 0; i < choice.children.size(); ++i) {
        add_leaf(static_cast<std::int32_t>(node), choice.children[i], choice.keys[i]);
    }
}

void CutTree::append(CutTree const& tree) {
    auto const from = size();
    auto const labels = static_cast<std::int32_t>(pool.size());
    auto const put = [](auto& own, auto const& others) {
        own.insert(own.end(), others.begin(), others.end());
    };
    put(column, tree.column);
    put(how, tree.how);
    put(low, tree.low);
    put(high, tree.high);
    put(parent, tree.parent);
    put(first, tree.first);
    put(children, tree.children);
    put(key, tree.key);
    put(begin, tree.begin);
    put(end, tree.end);
    put(takes_labels, tree.takes_labels);
    put(pool, tree.pool);
    for (auto v = from; v < size(); ++v) {
        if (takes_labels[v]) {
            low[v] += labels;
            high[v] += labels;
        }
    }
}

void CutTree::graft(std::size_t leaf, CutTree const& trees, std::size_t from, std::size_t count,
                    std::size_t labels) {
    auto const base = static_cast<std::int32_t>(size()) - 1;
    auto const shift = static_cast<std::size_t>(begin[leaf]);
    auto const number = [&](std::int32_t v) {
        return v ? base + v : static_cast<std::int32_t>(leaf);
    };
    for (auto v = from; v < from + count; ++v) {
        if (v > from) {
            Cell const cell{shift + static_cast<std::size_t>(trees.begin[v]),
                            shift + static_cast<std::size_t>(trees.end[v]), 0};
            add_leaf(number(trees.parent[v]), cell, trees.key[v]);
        }
        if (!trees.children[v]) {
            continue;
        }
        auto const own = static_cast<std::size_t>(number(static_cast<std::int32_t>(v - from)));
        auto const moved = trees.takes_labels[v] ? static_cast<std::int32_t>(labels) : 0;
        column[own] = trees.column[v];
        how[own] = trees.how[v];
        low[own] = trees.low[v] + moved;
        high[own] = trees.high[v] + moved;
        takes_labels[own] = trees.takes_labels[v];
        first[own] = number(trees.first[v]);
        children[own] = trees.children[v];
    }
}

std::vector<std::int32_t> CutTree::prune(std::vector<char> const& marked) {
    std::vector<std::int32_t> number(size(), -1);
    CutTree left;
    for (std::size_t v = 0; v < size(); ++v) {
        // Parents stand before their children.
        auto const above = parent[v];
        if (above >= 0 && (number[above] < 0 || marked[above])) {
            continue;
        }
        auto const own = left.size();
        number[v] = static_cast<std::int32_t>(own);
        left.add_leaf(above < 0 ? -1 : number[above],
                      {static_cast<std::size_t>(begin[v]), static_cast<std::size_t>(end[v]), 0},
                      key[v]);
        if (marked[v] || !children[v]) {
            continue;
        }
        left.column[own] = column[v];
        left.how[own] = how[v];
        left.low[own] = low[v];
        left.high[own] = high[v];
        left.children[own] = children[v];
        if (takes_labels[v]) {
            left.takes_labels[own] = 1;
            left.low[own] = static_cast<std::int32_t>(left.pool.size());
            left.pool.insert(left.pool.end(), pool.begin() + low[v], pool.begin() + high[v]);
            left.high[own] = static_cast<std::int32_t>(left.pool.size());
        }
    }
    for (std::size_t v = 0; v < size(); ++v) {
        if (number[v] >= 0 && children[v] && !marked[v]) {
            left.first[number[v]] = number[first[v]];
        }
    }
    *this = std::move(left);
    return number;
}

void CutTree::clear() {
    for (auto* field :
         {&column, &how, &low, &high, &parent, &first, &children, &key, &begin, &end, &pool}) {
        field->clear();
    }
    takes_labels.clear();
}

}  // namespace covey::cells
